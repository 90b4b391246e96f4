// The time zone of the unit tests. A date without a zone is one of this machine: on a machine in UTC, nobody would notice that it was meant in UTC.
module.exports = () => {
  process.env.TZ = 'Pacific/Chatham';
};
