/**
 * A function of a text that remembers its answers, all of them forgotten when they are `most`: a stranger who sends many texts must not fill
 * the memory.
 */
export function remember<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    if (known.size >= most) known.clear();
    const value = make(text);
    known.set(text, { value });
    return value;
  };
}
