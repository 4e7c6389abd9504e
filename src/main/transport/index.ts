export { createTransport } from './send';
export type {
  ConnectionFacts,
  DiagnosisCall,
  DiagnosisStep,
  Transport,
  TransportCall,
  TransportOptions,
  TransportResponse,
  TransportResult,
  TransportServices,
  WireRequest,
} from './types';
export { DEFAULT_BODY_LIMIT_BYTES } from './types';
