import { App } from '@service/sdk/define';
import { DashboardPlugin } from './dashboard-plugin.ts';

/**
 * The dashboard as an app, for a server that lists apps. Options are those of {@link DashboardPlugin.init}, wherever that is called.
 *
 * @example
 * \@Service({ info: { name: 'sums', version: '1.0.0' }, apps: [DashboardApp] })
 * class Server {}
 */
@App({ name: 'dashboard', plugins: [DashboardPlugin] })
export class DashboardApp {}
