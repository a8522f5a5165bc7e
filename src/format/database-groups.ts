import { limitCatalogue } from '../core/limits/limit-catalogue.js';
import { limitFields, type FieldGroup } from './field-group.js';

const identity: FieldGroup = {
  title: 'Database',
  fields: {
    database_id: {
      name: 'Id',
      meaning: 'text',
      explanation: 'Identifies the database in the API. Keep it: the API does not list databases.',
    },
    state: { name: 'State', meaning: 'text', explanation: 'Active, suspended or passive.' },
    modifying_state: {
      name: 'Pending change',
      meaning: 'change',
      explanation: 'The change in progress, as the service names it. At rest without one.',
    },
    type: { name: 'Plan', meaning: 'text', explanation: 'The payment plan. The limits depend on it.' },
    budget: {
      name: 'Budget',
      meaning: 'count',
      explanation: 'The budget per month. The API documents no currency and no effect of a spent budget.',
    },
    creation_time: { name: 'Created', meaning: 'time', explanation: 'When the database was created.' },
    last_plan_upgrade_time: {
      name: 'Plan changed',
      meaning: 'time or never',
      explanation: 'When the plan was last upgraded.',
    },
    customer_id: { name: 'Owner', meaning: 'text', explanation: 'The account that owns the database.' },
  },
};

const connection: FieldGroup = {
  title: 'Connection',
  fields: {
    endpoint: {
      name: 'Endpoint',
      meaning: 'text',
      explanation: 'The address for clients: a host name or a short slug.',
    },
    port: { name: 'Port', meaning: 'number', explanation: 'The port for clients.' },
    tls: { name: 'TLS', meaning: 'flag', explanation: 'Whether connections are encrypted.' },
    // Undocumented. Services that send credentials send these fields.
    password: { name: 'Password', meaning: 'text', explanation: 'The password of the database.' },
    rest_token: { name: 'REST token', meaning: 'text', explanation: 'Grants access over REST.' },
    read_only_rest_token: {
      name: 'Read-only REST token',
      meaning: 'text',
      explanation: 'Grants read access over REST.',
    },
  },
};

const placement: FieldGroup = {
  title: 'Placement',
  fields: {
    region: { name: 'Region', meaning: 'text', explanation: 'Always “global”. The other fields name the regions.' },
    primary_region: { name: 'Primary region', meaning: 'text', explanation: 'The region that accepts writes.' },
    primary_members: { name: 'Primary members', meaning: 'text', explanation: 'Primary regions of the cluster.' },
    read_regions: { name: 'Read regions', meaning: 'text', explanation: 'Regions with a read replica.' },
    all_members: { name: 'All members', meaning: 'text', explanation: 'All regions of the cluster.' },
    replicas: { name: 'Replicas', meaning: 'count', explanation: 'The number of copies of the data.' },
  },
};

const limits: FieldGroup = { title: 'Limits', fields: limitFields(limitCatalogue.database) };

const settings: FieldGroup = {
  title: 'Settings',
  fields: {
    db_resource_size: { name: 'Resource tier', meaning: 'text', explanation: 'The size of its resources, S to 3XL.' },
    db_type: { name: 'Storage engine', meaning: 'text', explanation: 'The engine that stores the data on disk.' },
    consistent: {
      name: 'Strong consistency',
      meaning: 'flag',
      explanation: 'Whether strong consistency mode is enabled.',
    },
    eviction: { name: 'Eviction', meaning: 'flag', explanation: 'Whether a full database evicts entries.' },
    db_eviction: {
      name: 'Eviction policy',
      meaning: 'flag',
      explanation: 'Whether the eviction policy of the database is enabled.',
    },
    auto_upgrade: {
      name: 'Automatic upgrade',
      meaning: 'flag',
      explanation: 'Whether the database is upgraded automatically.',
    },
    daily_backup_enabled: {
      name: 'Daily backup',
      meaning: 'flag',
      explanation: 'Whether the database is backed up every day.',
    },
    prod_pack_enabled: {
      name: 'Production pack',
      meaning: 'flag',
      explanation: 'Whether the production pack is enabled.',
    },
    prometheus_enabled: {
      name: 'Metrics',
      meaning: 'flag',
      explanation: 'Whether the metrics integration is enabled.',
    },
    db_acl_enabled: {
      name: 'Access control list',
      meaning: 'flag',
      explanation: 'Whether access control lists are enabled.',
    },
    db_acl_default_user_status: {
      name: 'Default user',
      meaning: 'flag',
      explanation: 'Whether the access control list enables the default user.',
    },
  },
};

const security: FieldGroup = {
  title: 'Security add-ons',
  within: 'securityAddons',
  fields: {
    ipWhitelisting: {
      name: 'IP allow list',
      meaning: 'flag',
      explanation: 'Whether only listed addresses have access.',
    },
    vpcPeering: {
      name: 'VPC peering',
      meaning: 'flag',
      explanation: 'Whether a private network is peered with the database.',
    },
    privateLink: { name: 'Private link', meaning: 'flag', explanation: 'Whether the database has a private link.' },
    tlsMutualAuth: {
      name: 'Mutual TLS',
      meaning: 'flag',
      explanation: 'Whether clients authenticate with certificates.',
    },
    encryptionAtRest: { name: 'Encryption at rest', meaning: 'flag', explanation: 'Whether stored data is encrypted.' },
  },
};

/** Every documented field of a database (api.md, Database record) except its name, which is the heading. */
export const databaseGroups: readonly FieldGroup[] = [identity, connection, placement, limits, settings, security];
