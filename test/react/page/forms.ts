import { OutputDisplay, PromptForm, ResourceViewer, ToolForm, type FieldRenderProps } from '@service/react';
import { createElement, useState, type ReactElement, type ReactNode } from 'react';
import './trees.ts';
import { leave, offer, show } from './stage.ts';

const tool = {
  name: 'order',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'What to order' },
      amount: { type: 'number' },
      pieces: { type: 'integer', default: 3 },
      gift: { type: 'boolean' },
      size: { enum: ['s', 'm', 'l'], default: 'm' },
      colour: { enum: ['red', 'blue'] },
      level: { enum: [1, 2, 3], default: 2 },
      bad: { enum: ['a', 'b'], default: 'z' },
      note: { type: ['string', 'null'] },
      __proto__x: { type: 'string' },
    },
    required: ['title', 'amount', 'size', 'bad', 'gift'],
  },
};
const other = { name: 'other', inputSchema: { type: 'object', properties: { title: { type: 'string' } } } };
const prompt = { name: 'review', arguments: [{ name: 'code', description: 'Source text', required: true }, { name: 'tone' }] };

function Sent({ form }: { form: (onSubmit: (args: object) => void) => ReactElement }): ReactElement {
  const [sent, setSent] = useState('');
  return createElement(
    'main',
    null,
    form((args) => setSent(JSON.stringify(args))),
    createElement('output', { id: 'sent' }, sent),
  );
}

function Switch(): ReactElement {
  const [listed, setListed] = useState(0);
  const button = (id: string, to: number): ReactElement =>
    createElement('button', { id, type: 'button', onClick: () => setListed(to) }, id);
  // The same tool, listed again, is another object.
  const shown = listed === 2 ? other : { ...tool };
  return createElement(
    'main',
    null,
    button('again', 1),
    button('another', 2),
    createElement(ToolForm, { tool: shown, onSubmit: () => undefined }),
  );
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

offer({
  leave,
  toolForm: () => show(createElement(Sent, { form: (onSubmit) => createElement(ToolForm, { tool, onSubmit, 'aria-label': 'Order' }) })),
  promptForm: () => show(createElement(Sent, { form: (onSubmit) => createElement(PromptForm, { prompt, onSubmit, submitLabel: 'Go' }) })),
  ownField: () => {
    const renderField = ({ name, onChange, type, value }: FieldRenderProps): ReactNode =>
      createElement('input', {
        id: `own-${name}`,
        'data-type': type,
        value,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      });
    show(createElement(Sent, { form: (onSubmit) => createElement(ToolForm, { tool: other, onSubmit, renderField }) }));
  },
  switching: () => show(createElement(Switch)),
  hostile: () =>
    show(
      createElement(ToolForm, {
        tool: {
          name: '<img src=x onerror=alert(1)>',
          inputSchema: { properties: JSON.parse('{"__proto__":{"type":"string","description":"<b>x</b>"},"<script>":{"enum":["<i>"]}}') },
        },
        onSubmit: (args) => offer({ args: JSON.stringify(args) }),
      }),
    ),
  output: (props: object) => show(createElement(OutputDisplay, { ...props, className: 'mine' })),
  outputOf: (kind: 'cycle' | 'error') =>
    show(createElement(OutputDisplay, kind === 'cycle' ? { data: cyclic } : { error: new Error('broken'), data: 1 })),
  resource: (props: object) => show(createElement(ResourceViewer, props)),
});
