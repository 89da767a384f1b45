/** Caches a function of a text. At `max` results it forgets all of them: a stranger who sends many texts must not fill the memory. */
export function remember<T>(max: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    if (known.size >= max) known.clear();
    const value = make(text);
    known.set(text, { value });
    return value;
  };
}
