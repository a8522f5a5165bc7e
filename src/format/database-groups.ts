import { limitCatalogue } from '../core/limits/catalogue.js';
import type { FieldGroup } from './field-group.js';
import { limitFields } from './limit-fields.js';

const identity: FieldGroup = {
  title: 'Database',
  fields: {
    database_id: {
      name: 'Id',
      meaning: 'text',
      explanation: 'Identifies the database to the API, which lists no databases: keep it.',
    },
    state: { name: 'State', meaning: 'text', explanation: 'Whether it serves: active, suspended or passive.' },
    modifying_state: {
      name: 'Pending change',
      meaning: 'change',
      explanation: 'The change that is under way, in the service’s own words; at rest where there is none.',
    },
    type: { name: 'Plan', meaning: 'text', explanation: 'The payment plan; the limits depend on it.' },
    budget: {
      name: 'Budget',
      meaning: 'count',
      explanation: 'Allocated for a month. The currency, and what happens when it is spent, are not documented.',
    },
    creation_time: { name: 'Created', meaning: 'time', explanation: 'When the database was created.' },
    last_plan_upgrade_time: {
      name: 'Plan changed',
      meaning: 'time or never',
      explanation: 'When the plan was upgraded last.',
    },
    customer_id: { name: 'Owner', meaning: 'text', explanation: 'Account that the database belongs to.' },
  },
};

const connection: FieldGroup = {
  title: 'Connection',
  fields: {
    endpoint: {
      name: 'Endpoint',
      meaning: 'text',
      explanation: 'Where clients connect: a host name, or a short slug.',
    },
    port: { name: 'Port', meaning: 'number', explanation: 'Port that clients connect to.' },
    tls: { name: 'TLS', meaning: 'flag', explanation: 'Whether connections are encrypted.' },
    // Not documented; services that send credentials send these.
    password: { name: 'Password', meaning: 'text', explanation: 'Of the database itself.' },
    rest_token: { name: 'REST token', meaning: 'text', explanation: 'Gives access over REST.' },
    read_only_rest_token: {
      name: 'Read-only REST token',
      meaning: 'text',
      explanation: 'Gives read access over REST.',
    },
  },
};

const placement: FieldGroup = {
  title: 'Placement',
  fields: {
    region: { name: 'Region', meaning: 'text', explanation: 'Always “global”: where its members are, the others say.' },
    primary_region: { name: 'Primary region', meaning: 'text', explanation: 'Where writes go.' },
    primary_members: { name: 'Primary members', meaning: 'text', explanation: 'Primary regions of the cluster.' },
    read_regions: { name: 'Read regions', meaning: 'text', explanation: 'Regions with a replica to read from.' },
    all_members: { name: 'All members', meaning: 'text', explanation: 'All regions of the cluster.' },
    replicas: { name: 'Replicas', meaning: 'count', explanation: 'How many copies of the data there are.' },
  },
};

const limits: FieldGroup = { title: 'Limits', fields: limitFields(limitCatalogue.database) };

const settings: FieldGroup = {
  title: 'Settings',
  fields: {
    db_resource_size: { name: 'Resource tier', meaning: 'text', explanation: 'Size of its resources, S to 3XL.' },
    db_type: { name: 'Storage engine', meaning: 'text', explanation: 'What keeps the data on disk.' },
    consistent: {
      name: 'Strong consistency',
      meaning: 'flag',
      explanation: 'Whether strong consistency mode is enabled.',
    },
    eviction: { name: 'Eviction', meaning: 'flag', explanation: 'Whether entries may be evicted to make room.' },
    db_eviction: { name: 'Eviction policy', meaning: 'flag', explanation: 'Whether the database’s own policy is on.' },
    auto_upgrade: { name: 'Automatic upgrade', meaning: 'flag', explanation: 'Whether it is upgraded by itself.' },
    daily_backup_enabled: { name: 'Daily backup', meaning: 'flag', explanation: 'Whether it is backed up every day.' },
    prod_pack_enabled: { name: 'Production pack', meaning: 'flag', explanation: 'Whether the production pack is on.' },
    prometheus_enabled: { name: 'Metrics', meaning: 'flag', explanation: 'Whether the metrics integration is on.' },
    db_acl_enabled: { name: 'Access control list', meaning: 'flag', explanation: 'Whether one is in force.' },
    db_acl_default_user_status: {
      name: 'Default user',
      meaning: 'flag',
      explanation: 'Whether the default user has access by the access control list.',
    },
  },
};

const security: FieldGroup = {
  title: 'Security add-ons',
  within: 'securityAddons',
  fields: {
    ipWhitelisting: { name: 'IP allow list', meaning: 'flag', explanation: 'Whether only listed addresses get in.' },
    vpcPeering: { name: 'VPC peering', meaning: 'flag', explanation: 'Whether a private network is peered with it.' },
    privateLink: { name: 'Private link', meaning: 'flag', explanation: 'Whether a private link leads to it.' },
    tlsMutualAuth: { name: 'Mutual TLS', meaning: 'flag', explanation: 'Whether clients show certificates.' },
    encryptionAtRest: { name: 'Encryption at rest', meaning: 'flag', explanation: 'Whether stored data is encrypted.' },
  },
};

/** Every documented field of a database (api.md, Database record) but its name, which is the headline. */
export const databaseGroups: readonly FieldGroup[] = [identity, connection, placement, limits, settings, security];
