# Stands for a test whose tool is not installed. In: PACKAGE.
if(DEFINED ENV{SBX_MUST_WORK})
  message(FATAL_ERROR "${PACKAGE} was not found when this build was configured, and nothing may be skipped here ($SBX_MUST_WORK): install it and configure again")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${PACKAGE} was not found when this build was configured")
