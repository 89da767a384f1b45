import leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { drawnBy } from './library-renderer.ts';
import type { ContentRenderer } from './content.ts';

interface Place {
  readonly latitude?: number;
  readonly longitude?: number;
  readonly zoom?: number;
}

/**
 * Places (`{ latitude, longitude }`) and GeoJSON on a map, by `leaflet` of the project.
 * @param tiles address of tiles with `{z}`, `{x}` and `{y}`, whose origin stands in `ui.csp.resourceDomains`; without it there are only the shapes
 * @param credit what the server of the tiles asks to be said
 */
export const maps = (tiles?: string, credit?: string): ContentRenderer =>
  drawnBy({ type: 'maps', library: 'leaflet', module: leaflet, style: { height: 320 } }, (element, value) => {
    const map = leaflet.map(element);
    if (tiles !== undefined) leaflet.tileLayer(tiles, { attribution: escaped(credit ?? '') }).addTo(map);
    const { latitude, longitude, zoom = 12 } = value as Place;
    if (latitude !== undefined && longitude !== undefined) {
      map.setView([latitude, longitude], zoom);
      leaflet.circleMarker([latitude, longitude]).addTo(map);
    } else
      map.fitBounds(
        leaflet
          .geoJSON(value, { pointToLayer: (_feature, place) => leaflet.circleMarker(place) })
          .addTo(map)
          .getBounds(),
      );
    return () => map.remove();
  });

/** The library reads it as HTML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
