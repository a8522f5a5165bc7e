import { limitCatalogue } from '../core/limits/catalogue.js';
import type { FieldGroup } from './field-group.js';
import { limitFields } from './limit-fields.js';

const identity: FieldGroup = {
  title: 'Vector index',
  fields: {
    id: { name: 'Id', meaning: 'text', explanation: 'Identifies the index.' },
    index_type: { name: 'Kind', meaning: 'text', explanation: 'Kind of vectors: dense, sparse or both.' },
    type: { name: 'Plan', meaning: 'text', explanation: 'The payment plan; the limits depend on it.' },
    reserved_price: {
      name: 'Price',
      meaning: 'count',
      explanation: 'For a month; fixed plans only. The currency is not documented.',
    },
    region: { name: 'Region', meaning: 'text', explanation: 'Where it is deployed.' },
    creation_time: { name: 'Created', meaning: 'time', explanation: 'When the index was created.' },
    customer_id: { name: 'Owner', meaning: 'text', explanation: 'Account that the index belongs to.' },
  },
};

const vectors: FieldGroup = {
  title: 'Vectors',
  fields: {
    dimension_count: { name: 'Dimensions', meaning: 'count', explanation: 'Numbers in one vector.' },
    similarity_function: {
      name: 'Similarity',
      meaning: 'text',
      explanation: 'How the distance of two vectors is computed.',
    },
    embedding_model: {
      name: 'Embedding model',
      meaning: 'text',
      explanation: 'Turns plain text into dense vectors.',
    },
    sparse_embedding_model: {
      name: 'Sparse model',
      meaning: 'text',
      explanation: 'Turns plain text into sparse vectors.',
    },
  },
};

const connection: FieldGroup = {
  title: 'Connection',
  fields: {
    endpoint: { name: 'REST endpoint', meaning: 'text', explanation: 'Where clients reach the index.' },
    // The tokens are credentials.
    token: { name: 'Token', meaning: 'text', explanation: 'Gives access over REST.' },
    read_only_token: { name: 'Read-only token', meaning: 'text', explanation: 'Gives read access over REST.' },
  },
};

const limits: FieldGroup = { title: 'Limits', fields: limitFields(limitCatalogue.index) };

/** Every documented field of a vector index (api.md, Vector index record) but its name, and its throughput: a series. */
export const indexGroups: readonly FieldGroup[] = [identity, vectors, connection, limits];
