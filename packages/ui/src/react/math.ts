import katex from 'katex';
import { drawnBy } from './library-renderer.ts';
import type { ContentRenderer } from './content.ts';

/**
 * Formulas of TeX, by `katex` of the project. Browsers show its MathML, which needs no styles and fonts.
 * @example
 * const Shown = () => <Content value="$$x^2$$" renderers={[math]} />;
 */
export const math: ContentRenderer = drawnBy({ type: 'math', library: 'katex', module: katex }, (element, value) => {
  const formula = String(value)
    .trim()
    .replace(/^\$\$([\s\S]*)\$\$$/, '$1');
  // Without `trust`, the library writes no links and no HTML of the formula.
  element.innerHTML = katex.renderToString(formula, { output: 'mathml', displayMode: true, throwOnError: true, trust: false });
});
