/** A person who has opened a page of a plugin, and has signed in for this very page. */
export interface PageVisit {
  /** The person, as the server's sign-in knows them. */
  readonly person: { readonly sub: string; readonly name?: string | undefined; readonly email?: string | undefined };
  /** Issuer and subject of the person as one text: the `principal` of calls that they make. */
  readonly principal: string;
  /** Parameters of the address. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of the form that the person has sent; undefined where the page was only opened. */
  readonly sent?: Readonly<Record<string, string>>;
}

/** What a page shows: plain texts, which the server escapes and lays out as its sign-in pages. */
export interface PluginPage {
  /** Heading of the page. */
  readonly title: string;
  /** A paragraph below it. */
  readonly text?: string;
  /** What is wrong, in a box. */
  readonly problem?: string;
  /** Status of the answer. @default 200 */
  readonly status?: number;
  /** Rows of a table. */
  readonly facts?: readonly PageFact[];
  /** What the person may answer. A page without a form ends their sign-in. */
  readonly form?: PageForm;
}

/** A row of a page. */
export interface PageFact {
  /** What it tells. */
  readonly label: string;
  /** Its text, at most 4,000 characters of it. */
  readonly value: string;
  /** Shown as it is written, line by line. */
  readonly isCode?: boolean;
}

/** A form of a page; what is sent is in {@link PageVisit.sent}. */
export interface PageForm {
  /** One of them is chosen, the first where the person chooses none. */
  readonly choices?: { readonly name: string; readonly legend: string; readonly options: readonly PageOption[] };
  /** Ways to send it, under the name `answer`. */
  readonly buttons: readonly PageOption[];
}

/** A value of a form, and the text that says what it means. */
export interface PageOption {
  /** What is sent. */
  readonly value: string;
  /** What the person reads. */
  readonly label: string;
}
