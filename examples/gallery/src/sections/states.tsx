import { OutputDisplay, ResourceViewer } from '@service/react';
import type { ReactElement } from 'react';
import { Panel } from './panel';

const contents = [
  { uri: 'notes://today', mimeType: 'application/json', text: '{"rain":true,"walk":"later"}' },
  { uri: 'notes://photo', mimeType: 'image/png', blob: 'AAAAAAAAAAAAAAAA' },
];

/** Every state of both viewers. */
export function States(): ReactElement {
  return (
    <>
      <Panel title="States of OutputDisplay" about="While it is loading, after an error, without data, and with a text or JSON.">
        <OutputDisplay loading />
        <OutputDisplay error={new Error('The ferry is gone')} />
        <OutputDisplay data="A text as it is" />
        <OutputDisplay data={{ city: 'Bergen', nights: 3 }} />
      </Panel>
      <Panel title="States of ResourceViewer" about="The same states, and parts of more than one kind.">
        <ResourceViewer loading />
        <ResourceViewer error={new Error('No such resource')} />
        <ResourceViewer data={{ contents: [] }} />
        <ResourceViewer data={{ contents }} />
      </Panel>
    </>
  );
}
