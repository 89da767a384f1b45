import { App, Service } from '@service/sdk';
import { GetAlertsTool } from './tools/get-alerts.tool';
import { GetForecastTool } from './tools/get-forecast.tool';
import { WeatherApi } from './weather-api';

@App({ id: 'weather', name: 'Weather', providers: [WeatherApi], tools: [GetAlertsTool, GetForecastTool] })
export class WeatherApp {}

@Service({
  info: { name: 'weather', version: '0.1.0', title: 'Weather' },
  instructions: 'Knows the weather of the United States: alerts by state, forecasts by coordinates.',
  apps: [WeatherApp],
})
export class Server {}
