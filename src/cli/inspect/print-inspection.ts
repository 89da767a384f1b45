import { printPage, section, type PaintedPage } from '@service/sdk/terminal';
import { printSize } from '../project/print-size.ts';
import { printBudget } from './check-budgets.ts';
import { placeOf, unreadLines, type InspectedTarget, type Inspection, type Model } from './inspection.ts';

/** Missing descriptions that are named one by one. */
const maxShown = 10;

/** Prints the inspection for people: entries, cost, and the contents of each bundle with reasons. */
export function printInspection(inspection: Inspection, page: PaintedPage): string {
  const { model, targets } = inspection;
  const { info } = model.server;
  return printPage([
    page.title(`${info.name} ${info.version}`),
    ...entrySections(model, inspection, page),
    tokenSection(inspection, page),
    section(
      `Guarded (${inspection.guards.length})`,
      inspection.guards.map(({ about, decider, field, name }) => [name, [field, about].filter((text) => text !== '').join(', '), decider]),
      page,
    ),
    doublesSection(inspection, page),
    missingSection(inspection, page),
    unusualNameSection(inspection, page),
    refusedNameSection(inspection, page),
    listingSection(inspection, page),
    budgetSection(inspection, page),
    section(
      'Code that was not read',
      unreadLines(model.unread).map((line) => [line]),
      page,
    ),
    ...targets.flatMap((target) => targetSections(target, page)),
  ]);
}

function entrySections(model: Model, { tokens }: Inspection, page: PaintedPage): readonly string[] {
  const { apps, tools, resources, resourceTemplates, prompts, providers } = model.server;
  const costs = new Map(tokens.tools.map(({ name, tokens: cost }) => [name, cost]));
  const none = '(no description)';
  const counted = (title: string, rows: readonly (readonly string[])[]): string => section(`${title} (${rows.length})`, rows, page);
  return [
    counted(
      'Apps',
      apps.map((app) => [app.id, placeOf(model, `app:${app.id}`) ?? '', app.description ?? app.name]),
    ),
    counted(
      'Tools, and the tokens of each',
      tools.map((tool) => [tool.listedName, String(costs.get(tool.listedName) ?? tool.visibility), tool.description ?? none]),
    ),
    counted(
      'Resources',
      resources.map((resource) => [resource.listedName, resource.uri, resource.description ?? none]),
    ),
    counted(
      'Resource templates',
      resourceTemplates.map((template) => [template.listedName, template.uriTemplate, template.description ?? none]),
    ),
    counted(
      'Prompts',
      prompts.map((prompt) => [prompt.listedName, prompt.description ?? none]),
    ),
    counted(
      'Providers',
      providers.map((provider) => [provider.name, provider.scope, provider.form]),
    ),
  ];
}

function tokenSection({ tokens }: Inspection, page: PaintedPage): string {
  const most = tokens.tools.filter(({ tokens: cost }) => cost > 200).slice(0, 3);
  const rows = most.map(({ name, tokens: cost, ofDescription, ofSchema }) => [
    name,
    `${cost}: ${ofDescription} of the description, ${ofSchema} of the schema`,
  ]);
  const said = section(`The tool list costs a model ${tokens.total} tokens`, [['method', tokens.method], ...rows], page);
  return tokens.tools.length === 0 ? '' : said;
}

function doublesSection({ doubles }: Inspection, page: PaintedPage): string {
  return section(
    `Tools that a model may take for one another (${doubles.length})`,
    doubles.map(({ names, because }) => [names.join(', '), because]),
    page,
  );
}

function missingSection({ missing }: Inspection, page: PaintedPage): string {
  const rows = missing.slice(0, maxShown).map(({ kind, name }) => [kind, name]);
  const more = missing.length - rows.length;
  return section(
    `Without a description (${missing.length})`,
    more > 0 ? [...rows, ['…', `and ${more} more; --json names all`]] : rows,
    page,
  );
}

/** Menus and slash commands of clients are made for plain names. */
function unusualNameSection({ unusualNames }: Inspection, page: PaintedPage): string {
  return section(
    `Names that some clients show badly or offer as no command (${unusualNames.length})`,
    unusualNames.map(({ kind, name }) => [kind, name]),
    page,
  );
}

function refusedNameSection({ refusedNames }: Inspection, page: PaintedPage): string {
  return section(
    `Tool names that Claude Desktop, claude.ai and model APIs refuse, and with one of them the whole list (${refusedNames.length})`,
    refusedNames.map((name) => [name, '']),
    page,
  );
}

/** What `service registry publish` would list. */
function listingSection({ listing }: Inspection, page: PaintedPage): string {
  if (listing === undefined) return '';
  const shown = Object.entries(listing.listing ?? {}).map(([member, value]) => [
    member,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return section('Listing in the registry', [...shown, ...listing.problems.map((problem) => [page.paint('red', 'fail'), problem])], page);
}

function budgetSection({ budgets }: Inspection, page: PaintedPage): string {
  const rows = budgets.map((budget) => [
    page.paint(budget.exceeded ? 'red' : 'green', budget.exceeded ? 'fail' : 'pass'),
    printBudget(budget),
  ]);
  return section('Budgets', rows, page);
}

function targetSections({ name, report }: InspectedTarget, page: PaintedPage): readonly string[] {
  return [
    section(
      `In the bundle for ${name}, and why: ${printSize(report.bytes)}, ${printSize(report.gzipBytes)} gzip`,
      report.features.map((feature) => [feature.name, feature.because]),
      page,
    ),
    section(
      `Largest parts of ${name}`,
      report.packages.slice(0, 5).map((part) => [part.name, printSize(part.bytes)]),
      page,
    ),
  ];
}
