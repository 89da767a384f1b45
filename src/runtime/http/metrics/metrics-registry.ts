/** Labels of a series: fixed names and few values, never text that a stranger chose. */
export type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly labels: Labels;
  /** A histogram's sum. */
  value: number;
  readonly buckets: number[];
  count: number;
}

interface Family {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly series: Map<string, Series>;
}

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Series of one name; more would be a label that grows with what clients send. */
const maxSeries = 2000;

/** Counts and durations in the text exposition format of Prometheus, version 0.0.4. */
export class MetricsRegistry {
  readonly #families = new Map<string, Family>();

  count(name: string, help: string, labels: Labels = {}): void {
    const series = this.#series(name, { kind: 'counter', help }, labels);
    if (series !== undefined) series.value++;
  }

  gauge(name: string, help: string, value: number): void {
    const series = this.#series(name, { kind: 'gauge', help }, {});
    if (series !== undefined) series.value = value;
  }

  observe(name: string, help: string, measured: { labels: Labels; seconds: number }): void {
    const series = this.#series(name, { kind: 'histogram', help }, measured.labels);
    if (series === undefined) return;
    series.count++;
    series.value += measured.seconds;
    for (const [at, bound] of bounds.entries()) if (measured.seconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  }

  toText(): string {
    return [...this.#families].map(([name, family]) => printFamily(name, family)).join('');
  }

  toJson(): readonly object[] {
    return [...this.#families].map(([name, { kind, series }]) => ({
      name,
      type: kind,
      values: [...series.values()].map(({ count, labels, value }) => ({
        labels,
        ...(kind === 'histogram' ? { count, sum: value } : { value }),
      })),
    }));
  }

  #series(name: string, { help, kind }: Pick<Family, 'help' | 'kind'>, labels: Labels): Series | undefined {
    const family: Family = this.#families.get(name) ?? { kind, help, series: new Map() };
    this.#families.set(name, family);
    const key = printLabels(labels);
    const known = family.series.get(key);
    if (known !== undefined || family.series.size >= maxSeries) return known;
    const added: Series = { labels, value: 0, buckets: bounds.map(() => 0), count: 0 };
    family.series.set(key, added);
    return added;
  }
}

function printFamily(name: string, { help, kind, series }: Family): string {
  const lines = [...series.values()].flatMap(({ buckets, count, labels, value }) => {
    if (kind !== 'histogram') return [`${name}${printLabels(labels)} ${value}`];
    const rows = bounds.map((bound, at) => `${name}_bucket${printLabels({ ...labels, le: String(bound) })} ${buckets[at] ?? 0}`);
    const all = `${name}_bucket${printLabels({ ...labels, le: '+Inf' })} ${count}`;
    return [...rows, all, `${name}_sum${printLabels(labels)} ${value}`, `${name}_count${printLabels(labels)} ${count}`];
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('\n')}\n`;
}

function printLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeLabel = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
