#!/usr/bin/env perl
# ELIZA as Debian has it (Chatbot::Eliza), as a chat completions endpoint.
#   perl eliza_perl.pl [PORT]          default 8803; 0 takes a free one
# It needs libchatbot-eliza-perl, and beside it only what comes with Perl.
use strict;
use warnings;

BEGIN {
    # The bot goes through its rules in the order of a hash, which Perl shuffles in each process.
    unless (defined $ENV{PERL_HASH_SEED}) {
        @ENV{qw(PERL_HASH_SEED PERL_PERTURB_KEYS)} = (0, 0);
        exec $^X, $0, @ARGV or die "cannot start again: $!";
    }
}

use Chatbot::Eliza;
use Digest::MD5 qw(md5);
use IO::Socket::INET;
use JSON::PP;

my $LARGEST_BODY = 1_000_000;    # bytes; no conversation of a suite comes near
my $JSON         = JSON::PP->new->utf8->canonical;
my %REASON       = (200 => 'OK', 400 => 'Bad Request', 404 => 'Not Found', 500 => 'Error');

my $bot    = Chatbot::Eliza->new('Eliza');
my $server = IO::Socket::INET->new(
    LocalAddr => '127.0.0.1',
    LocalPort => $ARGV[0] // 8803,
    Listen    => 128,
    ReuseAddr => 1,
) or die "cannot listen: $@";

$SIG{CHLD} = 'IGNORE';           # children are not waited for
$|         = 1;
printf "listening on http://127.0.0.1:%d/v1\n", $server->sockport;

# Each request has a child with a bot as it was at the start, so that nothing is carried over.
while (1) {
    my $client = $server->accept or next;
    my $child  = fork;
    if (defined $child && $child == 0) {
        close $server;
        alarm 30;
        serve($client);
        exit 0;
    }
    close $client;
}

sub serve {
    my ($client) = @_;
    my ($status, $body) = eval { answer(request_from($client)) };
    if ($@) {
        chomp(my $trouble = $@);
        ($status, $body) = (500, failed('server_error', $trouble));
    }
    my $bytes = $JSON->encode($body);
    binmode $client;
    print {$client} "HTTP/1.1 $status $REASON{$status}\r\nContent-Type: application/json\r\n",
        'Content-Length: ', length $bytes, "\r\nConnection: close\r\n\r\n", $bytes;
    close $client;
    return;
}

sub request_from {
    my ($client) = @_;
    my $first  = <$client> // '';
    my $length = 0;
    while (defined(my $line = <$client>)) {
        last if $line =~ /^\r?$/;
        $length = $1 if $line =~ /^content-length:\s*(\d+)/i;
    }
    die "more than $LARGEST_BODY bytes\n" if $length > $LARGEST_BODY;
    my $body;
    read $client, $body, $length;
    return ($first, $body);
}

sub answer {
    my ($first, $body) = @_;
    if ($first !~ m{^POST \S*/chat/completions[ ?]}) {
        return (404, failed('not_found_error', 'POST /v1/chat/completions is all there is'));
    }
    my $asked = eval { $JSON->decode($body) };
    if (ref $asked ne 'HASH' || ref $asked->{messages} ne 'ARRAY' || $asked->{stream}) {
        return (400, failed('invalid_request_error', 'expected messages, and no stream'));
    }
    my $reply = reply(map { $_->{content} } grep { $_->{role} eq 'user' } @{ $asked->{messages} });
    my $message = { role => 'assistant', content => $reply };
    return (
        200,
        {   id      => 'chatcmpl-eliza',
            object  => 'chat.completion',
            created => 0,
            model   => 'chatbot-eliza',
            choices => [ { index => 0, message => $message, finish_reason => 'stop' } ],
        }
    );
}

# The bot draws lots; they are drawn anew from the conversation, so that one conversation always
# gets one reply.
sub reply {
    my @said = @_;
    srand unpack 'N', md5($JSON->encode(\@said));
    my $reply = '';
    for my $message (@said) {
        (my $line = $message) =~ s/\s+/ /g;
        $reply = $bot->transform($line);
    }
    return $reply;
}

sub failed {
    my ($type, $message) = @_;
    return { error => { type => $type, message => $message } };
}
