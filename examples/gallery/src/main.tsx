import { ServiceProvider } from '@service/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery';
import { cards } from './sections/cards';
import { model, server } from './server';
import './style.css';
import { tripStore } from './trip/trip-store';

// For the console of the browser: what a model can do, you can do there.
Object.assign(globalThis, { model });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <ServiceProvider server={server} stores={[tripStore]} components={cards}>
      <Gallery />
    </ServiceProvider>
  </StrictMode>,
);
