/* A compiler from a small language of integers to C: `mc PROGRAM.ml PROGRAM.c`.
 *
 *   program   = { "fun" name "(" [ name { "," name } ] ")" statements "end" }
 *   statement = "let" name "=" expression | "print" expression | "return" expression
 *             | "if" expression statements "end" | "while" expression statements "end"
 *   expression: integers, names, calls, ( ), unary -, * / %, + -, < <= == != > >=
 *
 * `let` makes a variable of the function or changes it. A comment runs from # to the line's end. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 64 };

static FILE *in, *out;
static char token[kMost];
static int line = 1;
static char known[kMost][kMost];
static int known_count;

static void fail(const char* what) {
  fprintf(stderr, "mc: line %d: %s, at '%s'\n", line, what, token);
  exit(1);
}

static int next_char(void) {
  int c = getc(in);
  line += c == '\n';
  return c;
}

static void advance(void) {
  int c = next_char(), length = 0;
  while (isspace(c) || c == '#') {
    while (c == '#' && (c = next_char()) != EOF && c != '\n') {
      c = '#';
    }
    if (isspace(c)) {
      c = next_char();
    }
  }
  if (isalnum(c)) {
    for (; isalnum(c) && length < kMost - 1; c = getc(in)) {
      token[length++] = (char)c;
    }
    ungetc(c, in);
  } else if (c != EOF) {
    token[length++] = (char)c;
    if (strchr("<>=!", c) != NULL && (c = getc(in)) == '=') {
      token[length++] = '=';
    } else if (strchr("<>=!", token[0]) != NULL) {
      ungetc(c, in);
    }
  }
  token[length] = 0;
}

static int accept(const char* text) {
  if (strcmp(token, text) != 0) {
    return 0;
  }
  advance();
  return 1;
}

static void require(const char* text) {
  if (!accept(text)) {
    fprintf(stderr, "mc: wanted '%s'\n", text);
    fail("syntax error");
  }
}

static void name(char* to) {
  if (!isalpha((unsigned char)token[0])) {
    fail("a name was wanted");
  }
  strcpy(to, token);
  advance();
}

static void expression(void);

static void arguments(void) {
  int count = 0;
  fputs("(", out);
  while (!accept(")")) {
    if (count++ > 0) {
      require(",");
      fputs(", ", out);
    }
    expression();
  }
  fputs(")", out);
}

static void primary(void) {
  char word[kMost];
  if (accept("(")) {
    fputs("(", out);
    expression();
    require(")");
    fputs(")", out);
  } else if (accept("-")) {
    fputs("(-", out);
    primary();
    fputs(")", out);
  } else if (isdigit((unsigned char)token[0])) {
    fputs(token, out);
    advance();
  } else {
    name(word);
    fprintf(out, "ml_%s", word);
    if (accept("(")) {
      arguments();
    }
  }
}

/* C has the same precedences, so operators are copied as they come. */
static void expression(void) {
  static const char* const operators[] = {"+", "-",  "*",  "/",  "%", "<",
                                          ">", "<=", ">=", "==", "!="};
  int more = 1;
  primary();
  while (more) {
    more = 0;
    for (size_t i = 0; i < sizeof operators / sizeof *operators && !more; i++) {
      more = accept(operators[i]);
      if (more) {
        fprintf(out, " %s ", operators[i]);
        primary();
      }
    }
  }
}

static void let(void) {
  char word[kMost];
  int i = 0;
  name(word);
  require("=");
  while (i < known_count && strcmp(known[i], word) != 0) {
    i++;
  }
  if (i == known_count) {
    if (known_count == kMost) {
      fail("too many variables");
    }
    strcpy(known[known_count++], word);
  }
  fprintf(out, "ml_%s = ", word);
  expression();
  fputs(";\n", out);
}

static void statements(void) {
  while (!accept("end")) {
    if (accept("let")) {
      let();
    } else if (accept("print")) {
      fputs("printf(\"%ld\\n\", (long)(", out);
      expression();
      fputs("));\n", out);
    } else if (accept("return")) {
      fputs("return ", out);
      expression();
      fputs(";\n", out);
    } else {
      int loop = accept("while");
      if (!loop) {
        require("if");
      }
      fputs(loop ? "while (" : "if (", out);
      expression();
      fputs(") {\n", out);
      statements();
      fputs("}\n", out);
    }
  }
}

/* The body is written to a scratch stream first: its variables are declared in front of it. */
static void function(void) {
  char word[kMost];
  int parameters = 0, c;
  FILE* file = out;
  known_count = 0;
  name(word);
  fprintf(file, "static long ml_%s(", word);
  require("(");
  while (!accept(")")) {
    if (parameters > 0) {
      require(",");
    }
    name(known[known_count++]);
    fprintf(file, "%slong ml_%s", parameters++ > 0 ? ", " : "", known[known_count - 1]);
  }
  fputs(parameters == 0 ? "void) {\n" : ") {\n", file);
  out = tmpfile();
  if (out == NULL) {
    fail("no scratch file");
  }
  statements();
  for (int i = parameters; i < known_count; i++) {
    fprintf(file, "long ml_%s = 0;\n", known[i]);
  }
  rewind(out);
  while ((c = getc(out)) != EOF) {
    putc(c, file);
  }
  fclose(out);
  out = file;
  fputs("return 0;\n}\n", out);
}

int main(int argc, char** argv) {
  if (argc != 3 || (in = fopen(argv[1], "r")) == NULL || (out = fopen(argv[2], "w")) == NULL) {
    fputs("usage: mc PROGRAM.ml PROGRAM.c\n", stderr);
    return 2;
  }
  fputs("#include <stdio.h>\n", out);
  advance();
  while (token[0] != 0) {
    require("fun");
    function();
  }
  fputs("int main(void) { return (int)ml_main(); }\n", out);
  return fclose(out) == 0 ? 0 : 1;
}
