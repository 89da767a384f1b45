import { commonSettings } from './deployment-settings.ts';
import type { Field, Fields, Rule } from './setting-row.ts';
import { settings } from './settings.ts';

const head = '// Written by print-types.ts from settings.ts (npm run reference); a test fails while this file is not what it prints.';

/** The text of `deployment-config.ts`: what each target can be told. */
export function printDeploymentTypes(): string {
  const cases = deploymentCases();
  const node = cases['node']?.['server'];
  if (node === undefined) throw new Error('the node deployment has lost its server settings');
  return [
    head,
    '',
    `/** ${node.summary} */`,
    `export interface DeploymentServer ${printFields(node.rule.kind === 'object' ? node.rule.fields : {}, '')}`,
    '',
    '/** Settings of every deployment. */',
    `interface CommonDeployment ${printFields(common, '')}`,
    ...Object.entries(cases).flatMap(([name, fields]) => [
      '',
      `export interface ${typeName(name)} extends CommonDeployment ${printFields(ownFields(fields), '', name)}`,
    ]),
    '',
    '/** One output of `service build`, told apart by its target. */',
    `export type Deployment = ${Object.keys(cases).map(typeName).join(' | ')};`,
    '',
  ].join('\n');
}

/** The text of `service-config.ts`: TypeScript types of the config, with the rows' sentences as documentation. */
export function printConfigTypes(): string {
  const { deployments, ...rest } = settings;
  if (deployments === undefined) throw new Error('there are no deployments to print');
  return [
    head,
    "import type { Deployment } from './deployment-config.ts';",
    '',
    '/** What `service.config.*` may hold. */',
    `export interface ServiceConfig ${printFields({ ...rest, deployments }, '')}`,
    '',
  ].join('\n');
}

const { target: _target, ...common } = commonSettings;

const ownFields = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([key]) => !(key in common)));

function deploymentCases(): Readonly<Record<string, Fields>> {
  const list = settings['deployments']?.rule;
  if (list?.kind !== 'list' || list.of.kind !== 'variant') throw new Error('deployments are no longer told apart by target');
  return list.of.cases;
}

const typeName = (target: string): string =>
  `${target
    .split('_')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')}Deployment`;

function printFields(fields: Fields, indent: string, target?: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(fields).flatMap(([key, field]) => [
    `${inner}/** ${printSentence(field)} */`,
    `${inner}readonly ${key}${field.required ? '' : '?'}: ${printField(key, field, { indent: inner, target })};`,
  ]);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function printField(key: string, field: Field, at: { readonly indent: string; readonly target?: string }): string {
  if (key === 'target' && at.target !== undefined) return `'${at.target}'`;
  if (key === 'server') return 'DeploymentServer';
  if (key === 'deployments') return 'readonly Deployment[]';
  return printRule(field.rule, at.indent);
}

function printSentence({ later, standard, summary }: Field): string {
  return `${summary}${later ? ' Not used yet.' : ''}${standard === undefined ? '' : ` @default ${standard}`}`;
}

function printRule(rule: Rule, indent: string): string {
  switch (rule.kind) {
    case 'text':
      return rule.choices === undefined ? 'string' : rule.choices.map((choice) => `'${choice}'`).join(' | ');
    case 'integer':
      return 'number';
    case 'switch':
      return 'boolean';
    case 'off':
      return 'false';
    case 'json':
      return 'unknown';
    case 'list': {
      const item = printRule(rule.of, indent);
      return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'map':
      return rule.keys === undefined
        ? `Readonly<Record<string, ${printRule(rule.of, indent)}>>`
        : `Readonly<Partial<Record<${rule.keys.map((key) => `'${key}'`).join(' | ')}, ${printRule(rule.of, indent)}>>>`;
    case 'object':
      return printFields(rule.fields, indent);
    case 'either':
      return rule.of.map((one) => printRule(one, indent)).join(' | ');
    case 'variant':
      throw new Error('a variant is printed by name');
  }
}
