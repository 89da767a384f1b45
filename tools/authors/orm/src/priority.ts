/** Numbers: TypeORM learns that from the emitted metadata alone, and only a compiler that knows types can say it. */
export enum Priority {
  Low = 1,
  High = 2,
}

/** Text, by the same way. */
export type Label = string;
