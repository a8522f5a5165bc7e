import { CreateForm } from './create-form.js';
import { DatabaseRow } from './database-row.js';
import { FleetApp } from './fleet-app.js';

customElements.define('fleet-app', FleetApp);
customElements.define('create-form', CreateForm);
customElements.define('database-row', DatabaseRow);
