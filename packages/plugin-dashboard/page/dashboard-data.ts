/** A node as `dashboard:graph` answers it. */
export interface DashboardNode {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the page shows: the answer of `dashboard:graph`, with schemas. */
export interface DashboardData {
  readonly nodes: readonly DashboardNode[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string; readonly type: string }[];
  readonly metadata: { readonly serverName: string; readonly serverVersion: string; readonly generatedAt: string };
}
