/* libconfuse: a configuration, with what the manual offers: sections, lists, includes. */
#include <confuse.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void quiet(cfg_t* cfg, const char* format, va_list arguments) {
  (void)cfg;
  (void)format;
  (void)arguments;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  cfg_opt_t section[] = {CFG_STR("name", "x", CFGF_NONE), CFG_INT("size", 1, CFGF_NONE), CFG_END()};
  cfg_opt_t options[] = {
      CFG_SEC("part", section, CFGF_MULTI | CFGF_TITLE), CFG_STR_LIST("words", "{a, b}", CFGF_NONE),
      CFG_BOOL("flag", cfg_false, CFGF_NONE), CFG_FUNC("include", &cfg_include), CFG_END()};
  char* text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  cfg_t* cfg = cfg_init(options, CFGF_NONE);
  cfg_set_error_function(cfg, quiet);
  cfg_parse_buf(cfg, text);
  cfg_free(cfg);
  free(text);
  return 0;
}
