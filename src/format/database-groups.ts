import { limitCatalogue } from '../core/limits/limit-catalogue.js';
import { field, limitFields, type FieldGroup } from './field-group.js';

const identity: FieldGroup['fields'] = {
  database_id: field('Id', 'text', 'Identifies the database in the API. Keep it: the API does not list databases.'),
  state: field('State', 'text', 'Active, suspended or passive.'),
  modifying_state: field(
    'Pending change',
    'change',
    'The change in progress, as the service names it. At rest without one.',
  ),
  type: field('Plan', 'text', 'The payment plan. The limits depend on it.'),
  budget: field(
    'Budget',
    'count',
    'The budget per month. The API documents no currency and no effect of a spent budget.',
  ),
  creation_time: field('Created', 'time', 'When the database was created.'),
  last_plan_upgrade_time: field('Plan changed', 'time or never', 'When the plan was last upgraded.'),
  customer_id: field('Owner', 'text', 'The account that owns the database.'),
};

const connection: FieldGroup['fields'] = {
  endpoint: field('Endpoint', 'text', 'The address for clients: a host name or a short slug.'),
  port: field('Port', 'number', 'The port for clients.'),
  tls: field('TLS', 'flag', 'Whether connections are encrypted.'),
  // Undocumented. Services that send credentials send these fields.
  password: field('Password', 'text', 'The password of the database.'),
  rest_token: field('REST token', 'text', 'Grants access over REST.'),
  read_only_rest_token: field('Read-only REST token', 'text', 'Grants read access over REST.'),
};

const placement: FieldGroup['fields'] = {
  region: field('Region', 'text', 'Always “global”. The other fields name the regions.'),
  primary_region: field('Primary region', 'text', 'The region that accepts writes.'),
  primary_members: field('Primary members', 'text', 'Primary regions of the cluster.'),
  read_regions: field('Read regions', 'text', 'Regions with a read replica.'),
  all_members: field('All members', 'text', 'All regions of the cluster.'),
  replicas: field('Replicas', 'count', 'The number of copies of the data.'),
};

const settings: FieldGroup['fields'] = {
  db_resource_size: field('Resource tier', 'text', 'The size of its resources, S to 3XL.'),
  db_type: field('Storage engine', 'text', 'The engine that stores the data on disk.'),
  consistent: field('Strong consistency', 'flag', 'Whether strong consistency mode is enabled.'),
  eviction: field('Eviction', 'flag', 'Whether a full database evicts entries.'),
  db_eviction: field('Eviction policy', 'flag', 'Whether the eviction policy of the database is enabled.'),
  auto_upgrade: field('Automatic upgrade', 'flag', 'Whether the database is upgraded automatically.'),
  daily_backup_enabled: field('Daily backup', 'flag', 'Whether the database is backed up every day.'),
  prod_pack_enabled: field('Production pack', 'flag', 'Whether the production pack is enabled.'),
  prometheus_enabled: field('Metrics', 'flag', 'Whether the metrics integration is enabled.'),
  db_acl_enabled: field('Access control list', 'flag', 'Whether access control lists are enabled.'),
  db_acl_default_user_status: field(
    'Default user',
    'flag',
    'Whether the access control list enables the default user.',
  ),
};

const security: FieldGroup['fields'] = {
  ipWhitelisting: field('IP allow list', 'flag', 'Whether only listed addresses have access.'),
  vpcPeering: field('VPC peering', 'flag', 'Whether a private network is peered with the database.'),
  privateLink: field('Private link', 'flag', 'Whether the database has a private link.'),
  tlsMutualAuth: field('Mutual TLS', 'flag', 'Whether clients authenticate with certificates.'),
  encryptionAtRest: field('Encryption at rest', 'flag', 'Whether stored data is encrypted.'),
};

/** Every documented field of a database (api.md, Database record) except its name, which is the heading. */
export const databaseGroups: readonly FieldGroup[] = [
  { title: 'Database', fields: identity },
  { title: 'Connection', fields: connection },
  { title: 'Placement', fields: placement },
  { title: 'Limits', fields: limitFields(limitCatalogue.database) },
  { title: 'Settings', fields: settings },
  { title: 'Security add-ons', within: 'securityAddons', fields: security },
];
