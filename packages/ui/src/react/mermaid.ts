import mermaid from 'mermaid';
import { drawnBy } from './library-renderer.ts';
import type { ContentRenderer } from './content.ts';

let drawings = 0;

/**
 * Diagrams by `mermaid` of the project.
 * @example
 * const Shown = () => <Content value={'graph TD\n  A --> B'} renderers={[mermaidRenderer]} />;
 */
export const mermaidRenderer: ContentRenderer = drawnBy(
  { type: 'mermaid', library: 'mermaid', module: mermaid },
  async (element, value) => {
    // `strict`: texts of a diagram are no HTML, and nothing of it can be clicked.
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true });
    const { svg } = await mermaid.render(`mermaid-${++drawings}`, String(value));
    // A diagram may bring a style sheet of its own, which is for itself alone.
    (element.shadowRoot ?? element.attachShadow({ mode: 'open' })).innerHTML = svg;
  },
);
