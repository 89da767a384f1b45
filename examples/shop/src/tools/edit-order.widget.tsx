import './widget.css';
import type { WidgetProps } from '@service/sdk/widget';
import { useBridge, useCallTool } from '@service/ui/widget/react';
import { useState, type FormEvent } from 'react';
import type { EditOrderTool } from './edit-order.tool';

type Props = WidgetProps<typeof EditOrderTool>;
type Order = NonNullable<Props['output']>;

export default function EditOrder({ input, output, status }: Props) {
  if (output === undefined)
    return <p className="muted">{status === 'failed' ? `There is no order ${input.id ?? ''}.` : 'Looking it up…'}</p>;
  return <OrderForm order={output} />;
}

function OrderForm({ order }: { readonly order: Order }) {
  const [save, { data, error, loading }] = useCallTool('save-order');
  const bridge = useBridge();
  const [note, setNote] = useState(order.note);
  const [state, setState] = useState(order.status);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await save({ id: order.id, status: state, note });
    // The model hears of it with the next message; some hosts do not take it.
    await bridge.updateModelContext({ structuredContent: { changed: order.id, status: state, note } }).catch(() => undefined);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Order {order.id}</h1>
      <p className="muted">
        {order.customer}, {order.total.toFixed(2)} EUR
      </p>
      <label>
        Status
        <select value={state} onChange={({ target }) => setState(target.value as Order['status'])}>
          {['open', 'sent', 'paid'].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Note
        <textarea rows={2} maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
      <nav>
        <button disabled={loading}>{loading ? 'Saving…' : 'Save'}</button>
        <span role="status" className="muted">
          {error?.message ?? (data === undefined ? '' : data.isError ? 'It was not saved.' : 'Saved.')}
        </span>
      </nav>
    </form>
  );
}
