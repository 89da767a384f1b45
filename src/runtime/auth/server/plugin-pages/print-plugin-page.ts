import type { PageFact, PageForm, PluginPage } from '../../../define/plugin-page.ts';
import { escapeHtml } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { hiddenField } from '../pages/form-fields.ts';
import { answerPage } from '../pages/page-document.ts';
import { alertBox, honestLine, joinParts } from '../pages/page-parts.ts';

/** Where the form of a page is sent, and what goes with it. */
export interface PrintedForm {
  /** Absolute path. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

const maxValue = 4000;

/** A page of a plugin as HTML: all of its texts are untrusted. */
export function printPluginPage(page: PluginPage, serverName: string, form: PrintedForm): HttpAnswer {
  const { facts = [], problem, status = 200, text, title } = page;
  const body = joinParts([
    `<h1>${shown(title)}</h1>`,
    text === undefined ? '' : `<p>${shown(text)}</p>`,
    alertBox(problem),
    facts.length === 0 ? '' : `<dl>\n${facts.map(factRow).join('\n')}\n</dl>`,
    page.form === undefined ? '' : printForm(page.form, form),
  ]);
  return answerPage({ title: `${title} - ${serverName}`, body, style: pageStyle }, status);
}

function factRow({ isCode = false, label, value }: PageFact): string {
  const text = value.length <= maxValue ? value : `${value.slice(0, maxValue)}…`;
  const lines = isCode ? `<pre>${text.split('\n').map(honestLine).map(escapeHtml).join('\n')}</pre>` : shown(text);
  return `<dt>${shown(label)}</dt>\n<dd>${lines}</dd>`;
}

function printForm({ buttons, choices }: PageForm, { action, hidden }: PrintedForm): string {
  const options = choices?.options.map(
    ({ label, value }, at) => `<div class="choice">
<input type="radio" id="choice-${at}" name="${escapeHtml(choices.name)}" value="${escapeHtml(value)}"${at === 0 ? ' checked' : ''}>
<label for="choice-${at}">${shown(label)}</label>
</div>`,
  );
  return joinParts([
    `<form method="post" action="${escapeHtml(action)}">`,
    ...Object.entries(hidden).map(([name, value]) => hiddenField(name, value)),
    choices === undefined ? '' : `<fieldset>\n<legend>${shown(choices.legend)}</legend>\n${(options ?? []).join('\n')}\n</fieldset>`,
    ...buttons.map(
      ({ label, value }, at) =>
        `<button type="submit" name="answer" value="${escapeHtml(value)}"${at === 0 ? '' : ' class="second"'}>${shown(label)}</button>`,
    ),
    '</form>',
  ]);
}

const shown = (text: string): string => `<bdi>${escapeHtml(honestLine(text).trim())}</bdi>`;

const pageStyle = `
dl{grid-template-columns:minmax(4rem,auto) minmax(0,1fr)}
pre{margin:0;font:.8125rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;max-height:20rem;overflow:auto}
@media (max-width:24rem){dl{grid-template-columns:1fr;gap:0}dt{margin-top:.5rem}dt:first-child{margin-top:0}}`;
