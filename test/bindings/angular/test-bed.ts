import '@angular/compiler';
import { TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';

// Once, although several files may share a process.
TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

export { TestBed };
