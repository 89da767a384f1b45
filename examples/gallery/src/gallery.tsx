import { useService } from '@service/react';
import type { ReactElement } from 'react';
import { Driven } from './sections/driven';
import { Forms } from './sections/forms';
import { PageParts } from './sections/page-parts';
import { States } from './sections/states';
import { ModelSide } from './trip/model-side';
import { Planner } from './trip/planner';

export function Gallery(): ReactElement {
  const { error, status, tools } = useService();
  return (
    <>
      <header>
        <h1>Gallery</h1>
        <p role="status" className={`status ${status}`}>
          {error === undefined ? `${status} · ${tools.length} tools` : error.message}
        </p>
      </header>
      <main>
        <div className="app">
          <Planner />
          <ModelSide />
        </div>
        <h2>Components</h2>
        <div className="panels">
          <Forms />
          <Driven />
          <PageParts />
          <States />
        </div>
      </main>
    </>
  );
}
