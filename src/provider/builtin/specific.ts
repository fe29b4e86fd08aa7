/** Names something in particular: code, a path, a number, a proper name, a known abbreviation. */
export const SPECIFIC =
  /`|\/|\d|[a-z][\w-]*\.[a-z]|(?<=\s)[A-Z][\w+#.-]*|^[A-Z][\w+#.-]*|[a-z][-_][a-z]/
