import * as library from '@dagrejs/dagre';

export const boxWidth = 200;
export const boxHeight = 48;

/** Centre of a box. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** What is used of dagre, whose own declarations name files without their endings: TypeScript does not find these. */
interface Dagre {
  readonly graphlib: { readonly Graph: new () => LayeredGraph };
  readonly layout: (graph: LayeredGraph) => void;
}

interface LayeredGraph {
  setGraph(options: { readonly rankdir: string; readonly nodesep: number; readonly ranksep: number }): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(id: string, box: { readonly width: number; readonly height: number }): void;
  setEdge(source: string, target: string): void;
  node(id: string): Place;
}

const { graphlib, layout } = library as Dagre;

/** Places boxes in layers from left to right. @returns where each is */
export function placeBoxes(
  ids: readonly string[],
  edges: readonly { readonly source: string; readonly target: string }[],
): (id: string) => Place {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 70 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width: boxWidth, height: boxHeight });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return (id) => graph.node(id);
}
