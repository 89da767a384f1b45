/** A node as `dashboard:graph` answers it. */
export interface DashboardNode {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the page shows: the answer of `dashboard:graph`, with schemas, and the path of the MCP endpoint. */
export interface DashboardData {
  readonly nodes: readonly DashboardNode[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string; readonly type: string }[];
  readonly metadata: {
    readonly serverName: string;
    readonly serverVersion: string;
    readonly generatedAt: string;
    readonly endpoint: string;
  };
}

/** The element of the page, and what its document holds. */
export function readDashboard(): { readonly root: HTMLElement | null; readonly data: DashboardData | undefined } {
  const text = document.getElementById('dashboard-data')?.textContent;
  // Written by the server of this page.
  return { root: document.getElementById('dashboard'), data: typeof text === 'string' ? (JSON.parse(text) as DashboardData) : undefined };
}
