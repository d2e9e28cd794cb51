/** A report in sections of blocks, each with a heading and lines. Renderers only add their markup. */
export interface Document {
  readonly title: string;
  /** Summary of the changes, one sentence per line. */
  readonly summary: readonly string[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  /** Text such as `2 namespaces`. If unset, the section is counted by its blocks. */
  readonly count?: string;
  readonly blocks: readonly Block[];
  /** Number of omitted blocks. */
  readonly more: number;
}

export interface Block {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** `+` marks an addition and `-` a removal. A `note` belongs to the fact before it. */
export interface Fact {
  readonly mark: '+' | '-' | '~' | '!' | 'note';
  readonly text: string;
}
