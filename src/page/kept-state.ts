import { useState } from 'react';

/** A text that outlives a reload of the window, and the way to a sign-in and back. @param name of it in the storage of the tab */
export function useKeptText(name: string, initial: string): readonly [string, (text: string) => void] {
  const key = `service:page:${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? initial);
  const keep = (next: string): void => {
    sessionStorage.setItem(key, next);
    setText(next);
  };
  return [text, keep];
}
