import { type Edge, type Node, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { createElement } from 'react';
import type { ContentRenderer } from './content.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Graph {
  readonly nodes?: readonly Fields[];
  readonly edges?: readonly Fields[];
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const textOf = (value: unknown): string => (isText(value) ? String(value) : '');
const numberOr = (value: unknown, otherwise: number): number => (Number.isFinite(value) ? Number(value) : otherwise);

/* Only what is named here: the library hands on styles, classes and any attribute of an element (`domAttributes`), handlers and HTML included. */

const nodeOf = ({ data, id, position, type }: Fields, at: number): Node => ({
  id: textOf(id),
  data: { label: textOf(fieldsOf(data)['label']) },
  position: { x: numberOr(fieldsOf(position)['x'], 0), y: numberOr(fieldsOf(position)['y'], at * 90) },
  ...(type === 'input' || type === 'output' ? { type } : {}),
});

const edgeOf = ({ animated, id, label, source, target }: Fields, at: number): Edge => ({
  id: isText(id) ? String(id) : `edge ${at}`,
  source: textOf(source),
  target: textOf(target),
  label: textOf(label),
  animated: animated === true,
});

/**
 * Graphs by `@xyflow/react` of the project. Nodes have `id`, `data.label`, `position` and `type` (`input`, `output`), edges `id`, `source`, `target`,
 * `label` and `animated`; nothing else is handed on. Nodes without a position stand below each other.
 * @example
 * const Shown = () => <Content value={{ nodes: [], edges: [] }} renderers={[flow]} />;
 */
export const flow: ContentRenderer = {
  type: 'flow',
  library: '@xyflow/react',
  isThere: (ReactFlow as unknown) !== undefined,
  render: (value) => {
    const { edges = [], nodes = [] } = value as Graph;
    const graph = { nodes: nodes.map(nodeOf), edges: edges.map(edgeOf), fitView: true };
    return createElement('div', { style: { height: 360 } }, createElement(ReactFlow, graph));
  },
};
