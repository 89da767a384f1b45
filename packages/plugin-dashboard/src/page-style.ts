/** Of the page itself; the graph's is that of its library. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a404b); --soft: light-dark(#f4f6f9, #1d2026); --dim: light-dark(#525a68, #a3acba); --accent: light-dark(#1f5fbf, #8ab4f8); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14161a); color: light-dark(#171a1f, #e8ebf0); }
main { max-width: 80rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.3rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
.about { color: var(--dim); }
.views { display: flex; flex-wrap: wrap; gap: .4rem; margin: .8rem 0; }
.views button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); color: inherit; cursor: pointer; }
.views button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
.views input { font: inherit; flex: 1 1 10rem; min-width: 0; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.graph { height: calc(100vh - 11rem); min-height: 20rem; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.graph .react-flow__node { width: 200px; padding: .35rem .5rem; font-size: 13px; text-align: start; border-radius: .4rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--dim); background: var(--soft); color: inherit; }
.graph .react-flow__node.server, .graph .react-flow__node.app, .graph .react-flow__node.scope { border-inline-start-color: var(--accent); }
.graph .react-flow__node.tool { border-inline-start-color: #2f9e62; }
.graph .react-flow__node.resource, .graph .react-flow__node.resource-template { border-inline-start-color: #c07a12; }
.graph .react-flow__node.prompt { border-inline-start-color: #9250c8; }
.graph .react-flow__node.auth { border-inline-start-color: #d0453f; }
.graph .react-flow { --xy-edge-stroke: var(--dim); }
.graph .react-flow__handle { visibility: hidden; }
.graph .name { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.graph .kind { display: block; font-size: 11px; color: var(--dim); }
.entries { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.entries li { border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; min-width: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem; color: var(--dim); font-size: 13px; overflow-wrap: anywhere; }
.facts span { border: 1px solid var(--line); border-radius: .3rem; padding: 0 .4rem; min-width: 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
pre { margin: .4rem 0 0; padding: .6rem; background: var(--soft); border-radius: .4rem; overflow: auto; max-height: 24rem; font-size: 13px; }
`;
