/** A report laid out for people: sections with blocks, each of a heading and lines. Renderers only add their marks. */
export interface Document {
  readonly title: string;
  /** What changes at all, in one sentence a line. */
  readonly summary: readonly string[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** How many blocks are left out. */
  readonly more: number;
}

export interface Block {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** `+` and `-` mark what comes and what goes; a `note` belongs to the fact before it. */
export interface Fact {
  readonly mark: '+' | '-' | '~' | '!' | 'note';
  readonly text: string;
}
