import { Background, Controls, type Edge, type FitViewOptions, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import { createElement as h, useMemo, type ReactElement } from 'react';
import type { DashboardData, DashboardNode } from './dashboard-data.ts';
import { boxHeight, boxWidth, placeBoxes } from './place-boxes.ts';
import { readable } from '../readable.ts';

/** Draws the server from left to right. */
export function GraphView({ data }: { readonly data: DashboardData }): ReactElement {
  const { edges, nodes } = useMemo(() => placed(data), [data]);
  const { generatedAt, serverVersion } = data.metadata;
  return h(
    'section',
    { className: 'graph', 'aria-label': 'Graph' },
    h(
      'p',
      { className: 'quiet' },
      `${readable(serverVersion, 100)} · as of ${new Date(generatedAt).toLocaleTimeString()}, reload for a newer view`,
    ),
    h(
      ReactFlow,
      {
        nodes,
        edges,
        colorMode: 'system',
        fitView: true,
        fitViewOptions: firstLook(),
        minZoom: 0.05,
        nodesConnectable: false,
        onlyRenderVisibleElements: nodes.length > 300,
      },
      h(Background),
      h(Controls, { showInteractive: false }),
    ),
  );
}

/** All of it; on a narrow screen its beginning, at a size that can be read. */
const firstLook = (): FitViewOptions =>
  Number(Reflect.get(globalThis, 'innerWidth')) < 600 ? { nodes: [{ id: 'server' }, { id: 'scope:server' }], maxZoom: 0.8 } : {};

function placed({ edges, nodes }: DashboardData): { nodes: Node[]; edges: Edge[] } {
  const placeOf = placeBoxes(
    nodes.map(({ id }) => id),
    edges,
  );
  return {
    nodes: nodes.map((node) => {
      const { x, y } = placeOf(node.id);
      return {
        id: node.id,
        position: { x: x - boxWidth / 2, y: y - boxHeight / 2 },
        sourcePosition: Position.Right,
        targetPosition: Position.Left,
        className: node.type,
        data: { label: h(Label, { node }) },
      };
    }),
    edges: edges.map(({ id, source, target, type }) => ({
      id,
      source,
      target,
      animated: type === 'uses',
      markerEnd: { type: MarkerType.ArrowClosed },
    })),
  };
}

function Label({ node: { label, type } }: { readonly node: DashboardNode }): ReactElement {
  const name = readable(label, 200);
  return h('span', { title: name }, h('bdi', { className: 'name' }, name), h('span', { className: 'kind' }, type));
}
