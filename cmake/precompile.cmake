# For whole builds from nothing (ci/test). Other builds do without: there a missing include is an error.
set(standard <algorithm> <chrono> <functional> <map> <memory> <optional> <set> <string>
             <string_view> <variant> <vector>)
foreach(target sbx_plan sbx_supervisor sbx_expect sbx_box sbx_runner sbx_fuzz)
  if(TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${standard})
  endif()
endforeach()
foreach(part sys policy plan supervisor protocol client expect fuzz runner)
  if(TARGET ${part}_test)
    target_precompile_headers(${part}_test PRIVATE ${standard} <gmock/gmock.h> <gtest/gtest.h>)
  endif()
endforeach()
