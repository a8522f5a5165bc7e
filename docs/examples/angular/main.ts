import { bootstrapApplication } from '@angular/platform-browser';
import { createFleet } from 'fleetglass';
import { provideFleet } from 'fleetglass/angular';
import { App } from './app.js';

// The proxy at this path adds the credentials: the page has none.
const providers = [provideFleet(() => createFleet({ baseUrl: '/fleet' }))];
bootstrapApplication(App, { providers }).catch((error) => console.error(error));
