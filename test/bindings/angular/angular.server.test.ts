import '@angular/compiler';
import { ErrorHandler } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { Page, pageProviders } from './page.js';

describeServerRendering('Angular', async (scene) => {
  // Angular leaves out what throws, and tells the application's handler.
  const failures: unknown[] = [];
  const errorHandler = { handleError: (error: unknown) => void failures.push(error) };
  const providers = [
    provideServerRendering(),
    { provide: ErrorHandler, useValue: errorHandler },
    ...pageProviders(scene),
  ];
  const html = await renderApplication((context) => bootstrapApplication(Page, { providers }, context), {
    document: '<fleet-page></fleet-page>',
  });
  if (failures.length > 0) throw failures[0];
  return html;
});
