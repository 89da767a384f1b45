const { reportError = console.error } = globalThis as { readonly reportError?: (failure: unknown) => void };

/** Calls a listener of the page. What it throws is reported as the page's own error: what it heard of stays as it is. */
export function tell<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch (failure) {
    reportError(failure);
  }
}
