import { textOfJson } from '@service/sdk/model';
import { createElement, Fragment, lazy, Suspense, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { usePageTool } from '../hooks/use-page-tool.ts';
import { fromStandard, type StandardSchema } from '../core/standard-schema.ts';

/** Options of {@link mcpComponent}. */
export interface McpComponentOptions<Args> {
  /** Name of the tool. */
  readonly name: string;
  /** Schema of the arguments, which become props. */
  readonly schema: StandardSchema<Args>;
  /** What models and people read of the tool. @default the name */
  readonly description?: string | undefined;
  /** Is shown until the first call, and while `mcpLazy` imports. */
  readonly fallback?: ReactNode;
  /** Server of the tool, by the name that its provider gives. */
  readonly server?: string | undefined;
}

/** A column of a table that a model fills. */
export interface McpColumn<Row> {
  /** Member of a row. */
  readonly key: Extract<keyof Row, string>;
  readonly header: string;
  /** Draws a cell in place of its text. */
  readonly render?: ((value: unknown, row: Row) => ReactNode) | undefined;
}

/** Options of a table: the schema is of one row. */
export interface McpTableOptions<Row> extends McpComponentOptions<Row> {
  readonly columns: readonly McpColumn<Row>[];
}

/** A component that a model drives. */
export type McpComponent<Props> = ComponentType<Partial<Props>> & { readonly toolName: string };

const importing = Symbol('a component that is imported when it is first shown');

/** A component that is not loaded yet; see {@link mcpLazy}. */
export interface LazyComponent<Props> {
  readonly [importing]: () => Promise<{ readonly default: ComponentType<Props> }>;
}

/**
 * A component that is imported when the first call shows it. Without it a function that imports is mistaken for a component.
 * @example
 * const Chart = mcpComponent(mcpLazy(() => import('./chart.js')), { name: 'show_chart', schema });
 */
export const mcpLazy = <Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>): LazyComponent<Props> => ({
  [importing]: load,
});

/**
 * A component that a model drives: while it is mounted, a tool of its name takes its props. A call that fits the schema shows them, merged
 * under props that the page gives, and answers `{ success: true, rendered: <name> }`; one that does not is an error result
 * `{ error: 'validation_error', issues }` and keeps what is shown. With `null` and `columns` the tool takes `{ rows }` and shows a table.
 * Call it at module level.
 *
 * @throws {TypeError} with neither a component nor columns
 * @example
 * const Price = mcpComponent(PriceCard, { name: 'show_price', schema: z.object({ amount: z.number() }) });
 * <Price currency="EUR" />
 */
export function mcpComponent<Row extends object>(component: null, options: McpTableOptions<Row>): McpComponent<{ rows: readonly Row[] }>;
export function mcpComponent<Props extends object, Args extends Partial<Props>>(
  component: ComponentType<Props> | LazyComponent<Props>,
  options: McpComponentOptions<Args>,
): McpComponent<Props>;
export function mcpComponent<Props extends object>(
  component: ComponentType<Props> | LazyComponent<Props> | null,
  options: McpComponentOptions<object> & { readonly columns?: readonly McpColumn<object>[] | undefined },
): McpComponent<Props> {
  const { columns, description, fallback = null, name, server } = options;
  const shown = component === null ? tableOf(name, columns) : isLazy(component) ? lazy(component[importing]) : component;
  const checked = fromStandard(name, component === null ? rowsOf(options.schema) : options.schema);
  function Driven(props: Partial<Props>): ReactElement {
    const [args, setArgs] = useState<object>();
    const execute = (given: object): object => {
      setArgs(given);
      return { success: true, rendered: name };
    };
    usePageTool({ name, description, server, execute }, checked);
    if (args === undefined) return createElement(Fragment, null, fallback);
    const drawn = createElement(shown as ComponentType<object>, { ...args, ...props });
    return createElement(Suspense, { fallback }, drawn);
  }
  return Object.assign(Driven, { displayName: `mcpComponent(${name})`, toolName: name });
}

const isLazy = <Props>(component: ComponentType<Props> | LazyComponent<Props>): component is LazyComponent<Props> => importing in component;

/** A schema within another one: its references begin at its new place. */
const moved = (schema: object, place: string): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${place}${value.slice(1)}` : value,
  ) as object;

/** The schema of many rows from that of one. */
function rowsOf({ '~standard': row }: StandardSchema<object>): StandardSchema<object> {
  const validate = async (value: unknown): Promise<Awaited<ReturnType<typeof row.validate>>> => {
    const rows = typeof value === 'object' && value !== null && 'rows' in value ? value.rows : undefined;
    if (!Array.isArray(rows)) return { issues: [{ message: 'Expected an array', path: ['rows'] }] };
    const answers = await Promise.all(rows.map(async (one) => row.validate(one)));
    const issues = answers.flatMap((answer, index) =>
      (answer.issues ?? []).map(({ message, path = [] }) => ({ message, path: ['rows', index, ...path] })),
    );
    return issues.length > 0
      ? { issues }
      : { value: { rows: answers.map((answer) => (answer.issues === undefined ? answer.value : undefined)) } };
  };
  const input: (typeof row)['jsonSchema']['input'] = (options) => {
    const { $schema: _dialect, ...items } = row.jsonSchema.input(options);
    return { type: 'object', properties: { rows: { type: 'array', items: moved(items, '#/properties/rows/items') } }, required: ['rows'] };
  };
  return { '~standard': { ...row, validate, jsonSchema: { input } } };
}

/** @throws {TypeError} without columns */
function tableOf(name: string, columns: readonly McpColumn<object>[] | undefined): ComponentType<{ readonly rows: readonly object[] }> {
  if (columns === undefined || columns.length === 0)
    throw new TypeError(`mcpComponent(null, { name: "${name}" }) has no "columns": give a component, or the columns of a table`);
  const head = createElement(
    'thead',
    null,
    createElement(
      'tr',
      null,
      columns.map(({ header, key }) => createElement('th', { key, scope: 'col' }, header)),
    ),
  );
  const cell = (row: object, { key, render }: McpColumn<object>): ReactNode => {
    const value: unknown = Object.hasOwn(row, key) ? Reflect.get(row, key) : undefined;
    return render === undefined ? (value === undefined || value === null ? '' : textOfJson(value)) : render(value, row);
  };
  return function Table({ rows }) {
    const body = rows.map((row, index) =>
      createElement(
        'tr',
        { key: index },
        columns.map((column) => createElement('td', { key: column.key }, cell(row, column))),
      ),
    );
    return createElement('table', null, head, createElement('tbody', null, body));
  };
}
