/** A check that a JSON Schema validator wrote at build time: true, or false with what it found. */
export interface CompiledCheck {
  (this: CheckRun, value: unknown, at?: object): boolean;
  errors?: readonly CompiledCheckError[] | null;
  /** Which members it has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
  evaluated?: object;
}

export interface CompiledCheckError {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  readonly message?: string;
}

/** What the checks of one value have found so far; every one of them is called with it as `this`. */
export type CheckRun = Map<object, Map<object, Found>>;

export interface Found {
  readonly errors: readonly CompiledCheckError[] | null;
  readonly evaluated: object | undefined;
}
