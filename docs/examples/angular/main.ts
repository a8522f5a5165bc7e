import { bootstrapApplication } from '@angular/platform-browser';
import { createFleet } from 'fleetglass';
import { provideFleet } from 'fleetglass/angular';
import { App } from './app.js';

// The proxy at this path adds the credentials: the page has none.
bootstrapApplication(App, { providers: [provideFleet(() => createFleet({ baseUrl: '/fleet' }))] });
