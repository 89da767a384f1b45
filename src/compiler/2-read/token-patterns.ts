import { ts } from 'ts-morph';
import type { LiteralToken } from '../model/declarations.ts';
import { spanOf, type Reading } from './reading.ts'; /** The format of an issuer's access tokens, to recognise one in a source. */
interface TokenPattern {
  /** For messages. */
  readonly issuer: string;
  /** Files without any of these texts are not searched. */
  readonly prefixes: readonly string[];
  /** The whole token; its first group is the random part. */
  readonly pattern: RegExp;
}

const tokenPatterns: readonly TokenPattern[] = [
  { issuer: 'a GitHub token', prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: /\bgh[pousr]_([A-Za-z0-9]{36,})/ },
  { issuer: 'a GitHub token', prefixes: ['github_pat_'], pattern: /\bgithub_pat_([A-Za-z0-9_]{60,})/ },
  { issuer: 'a GitLab token', prefixes: ['glpat-'], pattern: /\bglpat-([\w-]{20,})/ },
  { issuer: 'an AWS access key', prefixes: ['AKIA', 'ASIA'], pattern: /\b(?:AKIA|ASIA)([A-Z2-7]{16})\b/ },
  {
    issuer: 'a Stripe key',
    prefixes: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    pattern: /\b[rs]k_(?:live|test)_([A-Za-z0-9]{16,})/,
  },
  { issuer: 'a Slack token', prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-'], pattern: /\bxox[abprs]-([\w-]{20,})/ },
  { issuer: 'a Google API key', prefixes: ['AIza'], pattern: /\bAIza([\w-]{35})/ },
  { issuer: 'an OpenAI key', prefixes: ['sk-proj-', 'sk-svcacct-'], pattern: /\bsk-(?:proj|svcacct)-([\w-]{20,})/ },
  { issuer: 'an Anthropic key', prefixes: ['sk-ant-'], pattern: /\bsk-ant-([\w-]{20,})/ },
  { issuer: 'an npm token', prefixes: ['npm_'], pattern: /\bnpm_([A-Za-z0-9]{36})\b/ },
  { issuer: 'a SendGrid key', prefixes: ['SG.'], pattern: /\bSG\.([\w-]{22}\.[\w-]{43})/ },
  { issuer: 'a Hugging Face token', prefixes: ['hf_'], pattern: /\bhf_([A-Za-z0-9]{34,})/ },
  { issuer: 'a DigitalOcean token', prefixes: ['dop_v1_', 'doo_v1_'], pattern: /\bdo[op]_v1_([a-f0-9]{64})/ },
  { issuer: 'a Shopify token', prefixes: ['shpat_', 'shpss_'], pattern: /\bshp(?:at|ss)_([a-fA-F0-9]{32})/ },
  {
    issuer: 'a private key',
    prefixes: ['PRIVATE KEY-----'],
    pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\\n]*([A-Za-z0-9+/=\s]{40,})/,
  },
];

/** Fewer different characters than this are a placeholder: `ghp_xxxxxxxx`. */
const minDistinct = 8;

/** Words by which documentation marks an example token. */
const placeholder = /example|xxxx|your|placeholder|dummy|changeme/i;

/** Issuer of the token in a text; undefined for a text without one, and for placeholders. */
function tokenIssuerOf(text: string): string | undefined {
  for (const { issuer, pattern } of tokenPatterns) {
    const [whole, random = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined && new Set(random).size >= minDistinct && !placeholder.test(whole)) return issuer;
  }
  return undefined;
}

const prefixes = tokenPatterns.flatMap((row) => row.prefixes);

/** Texts of the sources that are tokens of a known issuer. */
export function literalTokensOf(reading: Reading, files: readonly ts.SourceFile[]): readonly LiteralToken[] {
  return files.filter(({ text }) => prefixes.some((prefix) => text.includes(prefix))).flatMap((file) => tokensIn(reading, file));
}

function tokensIn(reading: Reading, file: ts.SourceFile): readonly LiteralToken[] {
  const found: LiteralToken[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const issuer = isText ? tokenIssuerOf(node.text) : undefined;
    if (issuer !== undefined) found.push({ issuer, span: spanOf(reading, node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
