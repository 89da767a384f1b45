/** Addresses of the modules that the page loads; those that are left out are hosted by `esm.sh`. */
export interface DashboardCdn {
  /** Script that shows the dashboard, in place of ours. */
  readonly entrypoint?: string;
  /** React. */
  readonly react?: string;
  /** React DOM. */
  readonly reactDom?: string;
  /** `react-dom/client`. */
  readonly reactDomClient?: string;
  /** `react/jsx-runtime`. */
  readonly reactJsxRuntime?: string;
  /** React Router. */
  readonly reactRouter?: string;
  /** `@xyflow/react`, which draws the graph. */
  readonly xyflow?: string;
  /** `@dagrejs/dagre`, which places its nodes. */
  readonly dagre?: string;
  /** Style sheet of xyflow. */
  readonly xyflowCss?: string;
}

/** The versions that this package is tested with, each with the one React that the page has. */
export const hostedModules: Readonly<Required<Omit<DashboardCdn, 'entrypoint'>>> = {
  react: 'https://esm.sh/react@19.3.1',
  reactDom: 'https://esm.sh/react-dom@19.3.1?external=react',
  reactDomClient: 'https://esm.sh/react-dom@19.3.1/client?external=react,react-dom',
  reactJsxRuntime: 'https://esm.sh/react@19.3.1/jsx-runtime?external=react',
  reactRouter: 'https://esm.sh/react-router@7.18.6?external=react,react-dom',
  xyflow: 'https://esm.sh/@xyflow/react@12.12.1?external=react,react-dom',
  dagre: 'https://esm.sh/@dagrejs/dagre@3.1.3',
  xyflowCss: 'https://esm.sh/@xyflow/react@12.12.1/dist/style.css',
};

/** What scripts of the page import, by the option that says where it is. */
export const importNames: readonly (readonly [name: string, option: keyof typeof hostedModules])[] = [
  ['react', 'react'],
  ['react-dom', 'reactDom'],
  ['react-dom/client', 'reactDomClient'],
  ['react/jsx-runtime', 'reactJsxRuntime'],
  ['react-router', 'reactRouter'],
  ['@xyflow/react', 'xyflow'],
  ['@dagrejs/dagre', 'dagre'],
];
