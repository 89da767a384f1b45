import { type Edge, type Node, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { createElement } from 'react';
import type { ContentRenderer } from './content.ts';

interface Graph {
  readonly nodes?: readonly (Omit<Node, 'position'> & Partial<Pick<Node, 'position'>>)[];
  readonly edges?: Edge[];
}

/**
 * Graphs `{ nodes, edges }` as `@xyflow/react` of the project takes them; nodes without a position stand below each other.
 * @example
 * const Shown = () => <Content value={{ nodes: [], edges: [] }} renderers={[flow]} />;
 */
export const flow: ContentRenderer = {
  type: 'flow',
  library: '@xyflow/react',
  isThere: (ReactFlow as unknown) !== undefined,
  render: (value) => {
    const { edges = [], nodes = [] } = value as Graph;
    const placed = nodes.map((node, at) => ({ position: { x: 0, y: at * 90 }, ...node }));
    return createElement('div', { style: { height: 360 } }, createElement(ReactFlow, { nodes: placed, edges, fitView: true }));
  },
};
