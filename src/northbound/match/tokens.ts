/** Token types. They are constants, because the parser compares them for every token. */
export const END = 0;
export const IDENTIFIER = 1;
export const STRING = 2;
export const NUMBER = 3;
export const ADDRESS_SET = 4;
export const PORT_GROUP = 5;
export const EQ = 6;
export const NE = 7;
export const LT = 8;
export const GT = 9;
export const AND = 10;
export const OR = 11;
export const NOT = 12;
export const OPEN = 13;
export const CLOSE = 14;
export const OPEN_SET = 15;
export const CLOSE_SET = 16;
export const OPEN_BITS = 17;
export const CLOSE_BITS = 18;
export const ELLIPSIS = 19;
export const COMMA = 20;
export const ASSIGN = 21;
/** A token of the surrounding language (actions), or an invalid one. */
export const OTHER = 22;
