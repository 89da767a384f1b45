/* What the renderers use of the libraries that a project installs; none of them is a dependency of this package. */

declare module 'katex' {
  const katex: { renderToString(formula: string, options: object): string };
  export default katex;
}
declare module 'safe-mdx' {
  export const SafeMdxRenderer: import('react').ComponentType<object>;
}
declare module 'safe-mdx/parse' {
  /** Throws where a text is no MDX. */
  export function mdxParse(text: string): object;
}
declare module 'mermaid' {
  const mermaid: { initialize(options: object): void; render(id: string, text: string): Promise<{ svg: string }> };
  export default mermaid;
}
declare module 'leaflet' {
  interface Layer {
    addTo(map: object): this;
    getBounds(): object;
  }
  const leaflet: {
    map(element: object): { setView(place: readonly number[], zoom: number): void; fitBounds(bounds: object): void; remove(): void };
    tileLayer(tiles: string, options: object): Layer;
    circleMarker(place: unknown): Layer;
    geoJSON(value: unknown, options: { pointToLayer(feature: unknown, place: unknown): Layer }): Layer;
  };
  export default leaflet;
}
declare module 'pdfjs-dist' {
  interface Page {
    getViewport(options: object): { width: number; height: number };
    render(options: object): { promise: Promise<void> };
  }
  export function getDocument(source: object): {
    promise: Promise<{ numPages: number; getPage(at: number): Promise<Page> }>;
    destroy(): Promise<void>;
  };
}
declare module 'pdfjs-dist/build/pdf.worker.mjs';
declare module 'leaflet/dist/leaflet.css';
declare module '@xyflow/react/dist/style.css';
