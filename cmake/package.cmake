# `cpack`: three Debian packages. libsbx has the library's helper and the AppArmor profile, libsbx-dev
# what a program of one's own is built with, sbx the programs (an install() without COMPONENT is sbx's).
# Configure with CMAKE_INSTALL_PREFIX=/usr: the library looks for its helper there (ci/debs does).
set(files ${CMAKE_CURRENT_LIST_DIR}/package)
install(FILES ${files}/apparmor DESTINATION ${CMAKE_INSTALL_DATADIR}/sbx COMPONENT libsbx)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "sbx <sbx@sbx.invalid>")
set(CPACK_PACKAGE_VENDOR sbx)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "runs a program nobody trusts in a box")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL libsbx libsbx-dev sbx)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(same "(= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBSBX_PACKAGE_NAME libsbx)
set(CPACK_COMPONENT_LIBSBX_DESCRIPTION
    "The program that builds the boxes of libsbx, and an AppArmor profile for it.")
set(CPACK_DEBIAN_LIBSBX_PACKAGE_CONTROL_EXTRA ${files}/postinst ${files}/prerm)
set(CPACK_DEBIAN_LIBSBX_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_LIBSBX-DEV_PACKAGE_NAME libsbx-dev)
set(CPACK_DEBIAN_LIBSBX-DEV_PACKAGE_SECTION libdevel)
# The CMake package names the programs, and Result<T> of the headers is tl::expected.
set(CPACK_DEBIAN_LIBSBX-DEV_PACKAGE_DEPENDS "libsbx ${same}, sbx ${same}, libexpected-dev")
set(CPACK_COMPONENT_LIBSBX-DEV_DESCRIPTION
    "The library, its headers, a CMake package and a file for pkg-config.")
set(CPACK_DEBIAN_SBX_PACKAGE_NAME sbx)
set(CPACK_DEBIAN_SBX_PACKAGE_DEPENDS "libsbx ${same}")
set(CPACK_DEBIAN_SBX_PACKAGE_RECOMMENDS "tcc")
set(CPACK_DEBIAN_SBX_PACKAGE_SUGGESTS "gcc, g++, clang, musl-tools")
set(CPACK_COMPONENT_SBX_DESCRIPTION
    "The programs sbx and sbx-test, with man pages and completions.")
include(CPack)
