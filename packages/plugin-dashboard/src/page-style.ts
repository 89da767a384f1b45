/** Of a page without its script. */
export const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fbfbfc, #14171a); color: light-dark(#1c2024, #e6e8eb); }
h1, p { margin: 1rem; overflow-wrap: anywhere; }
`;
